#!/bin/sh
# commander 15.1.0: `--no-color` without `--color` makes `color` true by default, but only for options that are there when
# parsing reaches the subcommand. Where the hook `preSubcommand` adds them (a command whose module is loaded when it is
# called), other defaults hold and this one is missing, so that `if (options.color)` is false for whoever asked for nothing.
# In commander 14.0.2 the same program prints true. Needs npm and Node 22 or newer.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent c14@npm:commander@14.0.2 c15@npm:commander@15.1.0 >/dev/null
cat >late.mjs <<'SCRIPT'
for (const name of ['c14', 'c15']) {
  const { Command } = await import(name);
  const program = new Command('program');
  program.command('show');
  program.hook('preSubcommand', (_, command) => {
    command.option('--rate <n>', 'a default', Number, 7).option('--no-color', 'none').action((options) => {
      console.log(name, JSON.stringify(options));
    });
  });
  await program.parseAsync(['show'], { from: 'user' });
}
SCRIPT
node late.mjs | tee found
printf '%s\n' 'c14 {"rate":7,"color":true}' 'c15 {"rate":7}' | diff - found
