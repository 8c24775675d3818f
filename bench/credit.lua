-- Each request credits a random member under a reference of its own.
local members = {}
for line in io.lines(os.getenv("MEMBERS")) do members[#members + 1] = line end
local prefix = "bench-" .. os.time() .. "-" .. os.getenv("ROUND") .. "-"
local count = 0
wrk.method = "POST"
wrk.headers["Authorization"] = "Bearer " .. os.getenv("TOKEN")
wrk.headers["Content-Type"] = "application/json"
request = function()
  count = count + 1
  local body = '{"user_id":"' .. members[math.random(#members)] .. '","hours":0.25,"reference":"' .. prefix .. count .. '"}'
  return wrk.format(nil, nil, nil, body)
end
