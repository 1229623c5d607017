//! From the parser's tree to [`Code`](super::code::Code): expressions.

use full_moon::ast::luau::{IfExpression, InterpolatedString};
use full_moon::ast::punctuated::Punctuated;
use full_moon::ast::{
    BinOp, Call, Expression, Field, FunctionArgs, FunctionCall, Prefix, Suffix, TableConstructor,
    Var,
};
use full_moon::tokenizer::{Symbol, TokenReference};

use super::code::{Id, Kind, Table};
use super::lower::Lowering;
use super::text::{literal, start};

impl Lowering {
    pub fn expressions(&mut self, list: &Punctuated<Expression>) -> Vec<Id> {
        list.iter().map(|each| self.expression(each)).collect()
    }

    pub fn expression(&mut self, expression: &Expression) -> Id {
        match expression {
            Expression::BinaryOperator { lhs, binop, rhs } => {
                let (left, right) = (self.expression(lhs), self.expression(rhs));
                let at = self.code.nodes[left].at;
                match binop {
                    // Where the left one is false, there is no name.
                    BinOp::And(_) => right,
                    BinOp::Or(_) => self.code.add(at, Kind::Either(vec![left, right])),
                    BinOp::TwoDots(_) => self.code.add(at, Kind::Unknown),
                    _ => self.code.add(at, Kind::Nothing),
                }
            }
            Expression::Parentheses { expression, .. }
            | Expression::TypeAssertion { expression, .. } => self.expression(expression),
            Expression::UnaryOperator { unop, expression } => {
                self.expression(expression);
                self.code.add(start(unop.token()), Kind::Nothing)
            }
            Expression::Function(function) => {
                let at = start(function.function_token());
                self.function_body(function.body(), at, false)
            }
            Expression::FunctionCall(call) => self.call(call),
            Expression::IfExpression(choice) => self.if_expression(choice),
            Expression::InterpolatedString(text) => self.interpolated(text),
            Expression::TableConstructor(table) => self.table(table),
            Expression::Number(token) => self.code.add(start(token), Kind::Nothing),
            Expression::String(token) => self.string(token),
            Expression::Symbol(token) => {
                let is_rest = token.is_symbol(Symbol::Ellipsis);
                let kind = if is_rest { Kind::Rest } else { Kind::Nothing };
                self.code.add(start(token), kind)
            }
            Expression::Var(Var::Name(name)) => self.name(name),
            Expression::Var(Var::Expression(var)) => {
                let suffixes: Vec<&Suffix> = var.suffixes().collect();
                self.chain(var.prefix(), &suffixes)
            }
            _ => self.code.add(0, Kind::Unknown),
        }
    }

    fn string(&mut self, token: &TokenReference) -> Id {
        let kind = literal(token).map_or(Kind::Unknown, Kind::Text);
        self.code.add(start(token), kind)
    }

    fn if_expression(&mut self, choice: &IfExpression) -> Id {
        self.expression(choice.condition());
        let mut values = vec![self.expression(choice.if_expression())];
        for other in choice.else_if_expressions().into_iter().flatten() {
            self.expression(other.condition());
            values.push(self.expression(other.expression()));
        }
        values.push(self.expression(choice.else_expression()));
        self.code
            .add(start(choice.if_token()), Kind::Either(values))
    }

    fn interpolated(&mut self, text: &InterpolatedString) -> Id {
        let mut is_whole = true;
        for inner in text.expressions() {
            is_whole = false;
            self.expression(inner);
        }
        if is_whole {
            return self.string(text.last_string());
        }
        let first = text
            .segments()
            .next()
            .map_or(0, |part| start(&part.literal));
        self.code.add(first, Kind::Unknown)
    }

    fn table(&mut self, constructor: &TableConstructor) -> Id {
        let mut table = Table::default();
        for field in constructor.fields() {
            match field {
                Field::ExpressionKey { key, value, .. } => {
                    let key = self.expression(key);
                    table.fields.push((key, self.expression(value)));
                }
                Field::NameKey { key, value, .. } => {
                    let name = super::text::identifier(key);
                    let key = self.code.add(start(key), Kind::Text(name));
                    table.fields.push((key, self.expression(value)));
                }
                Field::NoKey(value) => table.items.push(self.expression(value)),
                _ => {}
            }
        }
        let number = self.code.tables.len();
        self.code.tables.push(table);
        let at = start(constructor.braces().tokens().0);
        self.code.add(at, Kind::Table(number))
    }

    pub fn call(&mut self, call: &FunctionCall) -> Id {
        let suffixes: Vec<&Suffix> = call.suffixes().collect();
        self.chain(call.prefix(), &suffixes)
    }

    pub fn chain(&mut self, prefix: &Prefix, suffixes: &[&Suffix]) -> Id {
        let mut value = self.prefix(prefix);
        for suffix in suffixes {
            let at = self.code.nodes[value].at;
            value = match suffix {
                Suffix::Index(index) => {
                    let key = self.key(index);
                    self.code.add(at, Kind::Field { of: value, key })
                }
                Suffix::Call(Call::AnonymousCall(args)) => self.called(at, value, None, args),
                Suffix::Call(Call::MethodCall(call)) => {
                    let name = super::text::identifier(call.name());
                    self.called(at, value, Some(name), call.args())
                }
                Suffix::TypeInstantiation(_) => value,
                _ => self.code.add(at, Kind::Unknown),
            };
        }
        value
    }

    fn called(&mut self, at: usize, callee: Id, method: Option<String>, args: &FunctionArgs) -> Id {
        let args = match args {
            FunctionArgs::Parentheses { arguments, .. } => self.expressions(arguments),
            FunctionArgs::String(token) => vec![self.string(token)],
            FunctionArgs::TableConstructor(table) => vec![self.table(table)],
            _ => Vec::new(),
        };
        let inside = self.function;
        let kind = Kind::Call {
            callee,
            method,
            args,
            inside,
        };
        let call = self.code.add(at, kind);
        self.code.calls.push(call);
        call
    }
}
