//! From the parser's tree to [`Code`]: statements, scopes and functions.

use full_moon::ast::luau::IfConditionBinding;
use full_moon::ast::punctuated::Punctuated;
use full_moon::ast::{
    Ast, Block, Expression, FunctionBody, FunctionDeclaration, GenericFor, If, Index, LastStmt,
    Parameter, Prefix, Stmt, Suffix, Var, VarExpression,
};
use full_moon::tokenizer::TokenReference;

use super::code::{Code, Function, Id, Kind, Local, Store};
use super::text::{identifier, start};

/// The whole of a parsed script.
pub(super) fn lower(ast: &Ast) -> Code {
    let mut lowering = Lowering {
        code: Code::default(),
        scope: Vec::new(),
        function: 0,
    };
    lowering.code.functions.push(Function::default());
    lowering.block(ast.nodes());
    lowering.code
}

pub(super) struct Lowering {
    pub code: Code,
    /// The locals in sight, the innermost last.
    scope: Vec<(String, usize)>,
    /// The function whose statements are being read.
    pub function: usize,
}

impl Lowering {
    pub fn name(&mut self, token: &TokenReference) -> Id {
        let name = identifier(token);
        let kind = match self.local(&name) {
            Some(local) => Kind::Local(local),
            None => Kind::Global(name),
        };
        self.code.add(start(token), kind)
    }

    fn local(&self, name: &str) -> Option<usize> {
        let found = self.scope.iter().rev().find(|(local, _)| local == name);
        found.map(|(_, local)| *local)
    }

    fn declare(&mut self, name: String, values: Vec<Id>, is_open: bool) -> usize {
        let local = self.code.locals.len();
        self.scope.push((name.clone(), local));
        self.code.locals.push(Local {
            name,
            values,
            is_open,
        });
        local
    }

    fn block(&mut self, block: &Block) {
        let outer = self.scope.len();
        self.statements(block);
        self.scope.truncate(outer);
    }

    fn statements(&mut self, block: &Block) {
        for statement in block.stmts() {
            self.statement(statement);
        }
        if let Some(LastStmt::Return(last)) = block.last_stmt() {
            let values = self.expressions(last.returns());
            let function = self.function;
            self.code.functions[function]
                .returns
                .extend(values.first().copied());
        }
    }

    fn statement(&mut self, statement: &Stmt) {
        match statement {
            Stmt::Assignment(assignment) => {
                let values = self.expressions(assignment.expressions());
                let targets: Vec<&Var> = assignment.variables().iter().collect();
                let at = values.first().map_or(0, |value| self.code.nodes[*value].at);
                for (target, value) in targets.iter().zip(self.spread(values, targets.len(), at)) {
                    self.assign(target, value);
                }
            }
            Stmt::CompoundAssignment(assignment) => {
                self.expression(assignment.rhs());
                let unknown = self.code.add(0, Kind::Unknown);
                self.assign(assignment.lhs(), unknown);
            }
            Stmt::LocalAssignment(local) => {
                self.declare_all(local.names(), local.expressions());
            }
            Stmt::ConstAssignment(local) => {
                self.declare_all(local.names(), local.expressions());
            }
            Stmt::LocalFunction(function) => {
                self.local_function(function.name(), function.body());
            }
            Stmt::ConstFunction(function) => {
                self.local_function(function.name(), function.body());
            }
            Stmt::FunctionDeclaration(function) => self.function_declaration(function),
            Stmt::FunctionCall(call) => {
                self.call(call);
            }
            Stmt::Do(inner) => self.block(inner.block()),
            Stmt::While(inner) => {
                self.expression(inner.condition());
                self.block(inner.block());
            }
            Stmt::Repeat(inner) => {
                // The condition sees the locals of the block.
                let outer = self.scope.len();
                self.statements(inner.block());
                self.expression(inner.until());
                self.scope.truncate(outer);
            }
            Stmt::If(inner) => self.choice(inner),
            Stmt::NumericFor(inner) => {
                self.expression(inner.start());
                self.expression(inner.end());
                if let Some(step) = inner.step() {
                    self.expression(step);
                }
                let outer = self.scope.len();
                self.declare(identifier(inner.index_variable()), Vec::new(), true);
                self.block(inner.block());
                self.scope.truncate(outer);
            }
            Stmt::GenericFor(inner) => self.each(inner),
            // What is left speaks of types.
            _ => {}
        }
    }

    fn choice(&mut self, choice: &If) {
        self.branch(choice.binding(), choice.condition(), choice.block());
        for other in choice.else_if().into_iter().flatten() {
            self.branch(other.binding(), other.condition(), other.block());
        }
        if let Some(block) = choice.else_block() {
            self.block(block);
        }
    }

    fn branch(
        &mut self,
        binding: Option<&IfConditionBinding>,
        condition: &Expression,
        block: &Block,
    ) {
        let outer = self.scope.len();
        let value = self.expression(condition);
        if let Some(binding) = binding {
            self.declare(identifier(binding.name()), vec![value], false);
        }
        self.block(block);
        self.scope.truncate(outer);
    }

    /// The second variable of a loop over a table meets what the table holds.
    fn each(&mut self, each: &GenericFor) {
        let over = self.expressions(each.expressions());
        let table = match over[..] {
            [one] => match self.code.kind(one) {
                Kind::Call {
                    callee,
                    method: None,
                    args,
                    ..
                } if args.len() == 1
                    && ["pairs", "ipairs"]
                        .iter()
                        .any(|name| self.code.is_global(*callee, name)) =>
                {
                    Some(args[0])
                }
                _ => Some(one),
            },
            _ => None,
        };
        let outer = self.scope.len();
        for (i, name) in each.names().iter().enumerate() {
            let items = table.filter(|_| i == 1);
            let items = items.map(|table| self.code.add(start(name), Kind::Items(table)));
            self.declare(
                identifier(name),
                items.into_iter().collect(),
                items.is_none(),
            );
        }
        self.block(each.block());
        self.scope.truncate(outer);
    }

    fn declare_all(&mut self, names: &Punctuated<TokenReference>, values: &Punctuated<Expression>) {
        let values = self.expressions(values);
        let at = names.iter().next().map_or(0, start);
        let values = self.spread(values, names.len(), at);
        for (name, value) in names.iter().zip(values) {
            self.declare(identifier(name), vec![value], false);
        }
    }

    /// As many values as there are names: a call at the end gives more than one.
    fn spread(&mut self, mut values: Vec<Id>, wanted: usize, at: usize) -> Vec<Id> {
        let has_more = values.last().is_some_and(|last| self.gives_more(*last));
        while values.len() < wanted {
            let kind = if has_more {
                Kind::Unknown
            } else {
                Kind::Nothing
            };
            values.push(self.code.add(at, kind));
        }
        values
    }

    fn gives_more(&self, value: Id) -> bool {
        matches!(self.code.kind(value), Kind::Call { .. } | Kind::Rest)
    }

    fn assign(&mut self, target: &Var, value: Id) {
        match target {
            Var::Name(name) => self.assign_name(name, value),
            Var::Expression(target) => {
                if let Some((of, key)) = self.target(target) {
                    self.code.stores.push(Store { of, key, value });
                }
            }
            _ => {}
        }
    }

    fn assign_name(&mut self, name: &TokenReference, value: Id) {
        let name = identifier(name);
        match self.local(&name) {
            Some(local) => self.code.locals[local].values.push(value),
            None => self.code.globals.entry(name).or_default().push(value),
        }
    }

    fn target(&mut self, target: &VarExpression) -> Option<(Id, Id)> {
        let suffixes: Vec<&Suffix> = target.suffixes().collect();
        let (Suffix::Index(last), before) = suffixes.split_last()? else {
            return None;
        };
        let of = self.chain(target.prefix(), before);
        Some((of, self.key(last)))
    }

    pub fn key(&mut self, index: &Index) -> Id {
        match index {
            Index::Brackets { expression, .. } => self.expression(expression),
            Index::Dot { name, .. } => self.code.add(start(name), Kind::Text(identifier(name))),
            _ => self.code.add(0, Kind::Unknown),
        }
    }

    pub fn prefix(&mut self, prefix: &Prefix) -> Id {
        match prefix {
            Prefix::Expression(inner) => self.expression(inner),
            Prefix::Name(name) => self.name(name),
            _ => self.code.add(0, Kind::Unknown),
        }
    }

    fn local_function(&mut self, name: &TokenReference, body: &FunctionBody) {
        let local = self.declare(identifier(name), Vec::new(), false);
        let function = self.function_body(body, start(name), false);
        self.code.locals[local].values.push(function);
    }

    fn function_declaration(&mut self, declaration: &FunctionDeclaration) {
        let name = declaration.name();
        let mut path: Vec<&TokenReference> = name.names().iter().collect();
        path.extend(name.method_name());
        let Some((first, rest)) = path.split_first() else {
            return;
        };
        let at = start(first);
        let value = self.function_body(declaration.body(), at, name.method_name().is_some());
        let Some((last, middle)) = rest.split_last() else {
            self.assign_name(first, value);
            return;
        };
        let mut of = self.name(first);
        for step in middle {
            let key = self.code.add(start(step), Kind::Text(identifier(step)));
            of = self.code.add(at, Kind::Field { of, key });
        }
        let key = self.code.add(start(last), Kind::Text(identifier(last)));
        self.code.stores.push(Store { of, key, value });
    }

    pub fn function_body(&mut self, body: &FunctionBody, at: usize, has_colon: bool) -> Id {
        let (outer, around) = (self.scope.len(), self.function);
        self.function = self.code.functions.len();
        self.code.functions.push(Function {
            parent: Some(around),
            has_colon,
            ..Function::default()
        });
        let mut params = Vec::new();
        if has_colon {
            params.push(self.declare("self".into(), Vec::new(), true));
        }
        for param in body.parameters() {
            if let Parameter::Name(name) = param {
                params.push(self.declare(identifier(name), Vec::new(), true));
            }
        }
        let function = self.function;
        self.code.functions[function].params = params;
        self.block(body.block());
        self.scope.truncate(outer);
        self.function = around;
        self.code.add(at, Kind::Function(function))
    }
}
