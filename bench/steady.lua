-- Each connection waits before it asks again: anything up to twice the mean.
local most = 2 * tonumber(os.getenv("MEAN_PAUSE_MS"))
delay = function() return math.random(0, most) end
