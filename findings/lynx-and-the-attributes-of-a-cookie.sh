#!/bin/sh
# Lynx 2.9.0dev.12 (Debian 12) takes a cookie's SameSite for a cookie of its own: after `Set-Cookie: a=1; Path=/;
# SameSite=Lax` it sends `a=1; SameSite=Lax`. To http://localhost, which graphical browsers and curl trust as they do
# TLS, Lynx and w3m 0.5.3 return no Secure cookie (Lynx does so over TLS): a form that is bound to a `__Host-` cookie
# fails in text browsers on a developer's machine alone. Needs root on Debian 12, and Python 3: the packages are
# installed if they are missing.
set -eu
for package in lynx w3m curl; do
  command -v "$package" >/dev/null || apt-get install -y --no-install-recommends "$package" >/dev/null
done
dpkg-query -W -f '${Package} ${Version}\n' lynx w3m curl
folder=$(mktemp -d)
cat >"$folder/server.py" <<'END'
from http.server import BaseHTTPRequestHandler, HTTPServer
SET = {'/same': ['a=1; Path=/; SameSite=Lax'], '/secure': ['a=1; Path=/', '__Host-b=1; Path=/; Secure']}
class Handler(BaseHTTPRequestHandler):
    def do_GET(self):
        cookies = SET.get(self.path)
        self.send_response(200 if cookies is None else 303)
        for cookie in cookies or []: self.send_header('Set-Cookie', cookie)
        if cookies: self.send_header('Location', '/')
        self.send_header('Content-Type', 'text/plain')
        self.end_headers()
        if not cookies: self.wfile.write(b'; '.join(sorted((self.headers['Cookie'] or '').encode().split(b'; '))))
    def log_message(self, *of): pass
server = HTTPServer(('127.0.0.1', 0), Handler)
print(server.server_port, flush=True)
server.serve_forever()
END
mkfifo "$folder/port"
python3 "$folder/server.py" >"$folder/port" &
server=$!
trap 'kill $server; rm -rf "$folder"' EXIT
read -r port <"$folder/port"
failed=0
expect() { # page, program, the cookies that come back
  case $2 in
    lynx) found=$(HOME=$folder lynx -accept_all_cookies -dump "http://localhost:$port$1") ;;
    w3m) found=$(HOME=$folder w3m -cookie -o accept_cookie=1 -dump "http://localhost:$port$1") ;;
    curl) found=$(curl -sL -c "$folder/jar$1" -b "$folder/jar$1" "http://localhost:$port$1") ;;
  esac
  found=$(printf '%s' "$found" | tr -d '\n')
  echo "$2 $1: $found"
  [ "$found" = "$3" ] || failed=1
}
mkdir "$folder/jar"
expect /same lynx 'SameSite=Lax; a=1'
expect /same w3m 'a=1'
expect /same curl 'a=1'
rm -f "$folder"/.lynx_cookies "$folder"/.w3m/cookie
expect /secure w3m 'a=1'
expect /secure curl '__Host-b=1; a=1'
expect /secure lynx 'a=1'
exit $failed
