#!/bin/sh
# Of text browsers (Debian 12), a page that says `Cache-Control: no-store` and is visited again is shown from memory: who
# signs in and is led back to the first page still reads there that nobody is signed in. Lynx 2.9.0dev.12 asks again for
# `no-cache` and for `no-store, no-cache`, but not for `no-cache, no-store`: the last directive counts. Links 2.28 asks again for
# nothing at all (no-cache, max-age=0, an Expires that has passed, Pragma) while "aggressive cache" is on, its default; with
# `-aggressive-cache 0` for everything but no-store alone. Needs root on Debian 12, and Python 3: the packages are installed if
# they are missing.
set -eu
for package in links2 lynx; do
  command -v "$package" >/dev/null || apt-get install -y --no-install-recommends "$package" >/dev/null
done
dpkg-query -W -f '${Package} ${Version}\n' links2 lynx
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cat >"$folder/visit.py" <<'END'
import os, pty, select, sys, threading, time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

HEADERS = {
    '/no-store': [('Cache-Control', 'no-store')],
    '/no-cache': [('Cache-Control', 'no-cache')],
    '/store-first': [('Cache-Control', 'no-store, no-cache')],
    '/cache-first': [('Cache-Control', 'no-cache, no-store')],
    '/max-age': [('Cache-Control', 'max-age=0, must-revalidate')],
    '/expires': [('Expires', 'Thu, 01 Jan 1970 00:00:00 GMT'), ('Pragma', 'no-cache')],
}
asked = {path: 0 for path in HEADERS}

class Handler(BaseHTTPRequestHandler):
    def do_GET(self):
        if self.path in asked: asked[self.path] += 1
        self.send_response(200)
        for name, value in HEADERS.get(self.path, []): self.send_header(name, value)
        self.send_header('Content-Type', 'text/html')
        self.end_headers()
        self.wfile.write(b'<p>' + self.path.encode() + b' ready</p>')
    def log_message(self, *of): pass

server = ThreadingHTTPServer(('127.0.0.1', 0), Handler)
threading.Thread(target=server.serve_forever, daemon=True).start()
origin = f'http://127.0.0.1:{server.server_port}'
program, clear = sys.argv[1], b'\x15'
pid, terminal = pty.fork()
if pid == 0: os.execvp(program, [*sys.argv[1:], origin + '/first'])

def until(text, seconds=20):
    seen, end = b'', time.time() + seconds
    while text not in seen and time.time() < end:
        if select.select([terminal], [], [], 0.2)[0]: seen += os.read(terminal, 65536)
    return seen
def quiet():
    while select.select([terminal], [], [], 1)[0]: os.read(terminal, 65536)

until(b'first ready'); quiet()
os.write(terminal, b'\r'); quiet()  # The greeting of a first start.
for path in [*HEADERS, *HEADERS]:
    os.write(terminal, b'g'); quiet()
    os.write(terminal, clear + origin.encode() + path.encode() + b'\r'); quiet()
os.kill(pid, 9)
print(' '.join(sys.argv[1:2] + sys.argv[2:]) + ': ' + ', '.join(f'{path[1:]} {count}' for path, count in asked.items()))
END
{
  for command in links2 'links2 -aggressive-cache 0' 'lynx'; do
    # The words of the command.
    # shellcheck disable=SC2086
    HOME=$folder TERM=xterm LANG=C.UTF-8 python3 "$folder/visit.py" $command
    rm -rf "$folder/.links2"
  done
} | tee "$folder/found"
diff - "$folder/found" <<'EXPECTED'
links2: no-store 1, no-cache 1, store-first 1, cache-first 1, max-age 1, expires 1
links2 -aggressive-cache 0: no-store 1, no-cache 2, store-first 2, cache-first 2, max-age 2, expires 2
lynx: no-store 1, no-cache 2, store-first 2, cache-first 1, max-age 2, expires 2
EXPECTED
