/** Within which a call that is sent once more, its answer lost, is known again. */
const REMEMBERED_US = 1_000_000
/** Keys outlive their window by this much: Redis's expiry is coarser than its clock. */
const EXPIRY_MARGIN_MS = 1_000

/**
 * The sliding-window log as one script of Redis, so that nothing comes between looking and taking. A key is a sorted
 * set: a member for each request let through, its score the moment in microseconds of Redis's own clock.
 *
 * KEYS[1]; ARGV: limit, window in microseconds, cost, nonce of the call. A cost of 0 only looks. A call that gives
 * back leaves its nonce with the moment below zero: such members are no requests.
 *
 * Returns whether it is let through, how many the window holds now, and the microseconds until the next place comes
 * free or, for a refused one, until enough have; -1 where there is nothing to come free.
 *
 * It begins without `#!lua flags=…`: Redis 7.0 refuses the flag that the library's own scripts have there.
 *
 * @param clock an expression that gives seconds and microseconds, as `TIME` does
 */
export const slidingWindowScript = (clock = `redis.call('TIME')`): string => `
local key, limit, window = KEYS[1], tonumber(ARGV[1]), tonumber(ARGV[2])
local cost, nonce = tonumber(ARGV[3]), ARGV[4]
local time = ${clock}
local now = tonumber(time[1]) * 1000000 + tonumber(time[2])
local text = function (number) return string.format('%.0f', number) end

redis.call('ZREMRANGEBYSCORE', key, text(${REMEMBERED_US} - now), text(now - window))
local size = redis.call('ZCOUNT', key, '0', '+inf')
local success = size + cost <= limit

if redis.call('ZSCORE', key, nonce) then
  success = true
elseif cost < 0 then
  local back = math.min(-cost, size)
  if back > 0 then
    redis.call('ZADD', key, text(-now), nonce)
    redis.call('ZREMRANGEBYRANK', key, -back, -1)
    size = size - back
  end
elseif cost > 0 and success then
  redis.call('ZADD', key, text(now), nonce)
  for more = 2, cost do redis.call('ZADD', key, text(now), nonce .. ':' .. more) end
  redis.call('PEXPIRE', key, text(math.ceil(window / 1000) + ${EXPIRY_MARGIN_MS}))
  size = size + cost
end

local frees = 0
if not success then frees = size + cost - limit - 1 end
local moment = redis.call('ZRANGEBYSCORE', key, '0', '+inf', 'WITHSCORES', 'LIMIT', text(frees), '1')[2]
local waits = -1
if moment then waits = tonumber(moment) + window - now end
return { success and 1 or 0, size, waits }
`
