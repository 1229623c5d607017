//! The `luppet` program: the command line and nothing else.

mod cli;

fn main() -> std::process::ExitCode {
    cli::main()
}
