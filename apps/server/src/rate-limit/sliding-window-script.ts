/** A nonce identifies retries for this long. */
const RETRY_WINDOW_US = 1_000_000
/** Redis's expiry is coarser than its clock. */
const EXPIRY_MARGIN_MS = 1_000

/**
 * Returns the sliding-window log as an atomic Redis script. Each key is a sorted set with a member per allowed request. The
 * score of the member is the time of Redis's clock in microseconds.
 *
 * KEYS[1] is the key. ARGV has the limit, the window in microseconds, the cost, and the nonce of the call. A cost of 0 only
 * reads. A negative cost stores its nonce with the negated time; members with negative scores are not requests.
 *
 * The script returns whether the request is allowed, the number of requests in the window, and a wait in microseconds. The
 * wait ends when the next slot is free or, after a rejection, when enough slots for the cost are free. It is -1 if the
 * window is empty or the cost exceeds the limit.
 *
 * Redis checks `maxmemory` only at a script's first write, and only for commands that may use more memory. That write
 * must be a `ZADD`: a full Redis then rejects the call and the process counts instead. If expired members were removed
 * first, Redis would grow until it is killed.
 *
 * `ZREMRANGEBYSCORE` removes requests older than the window. It also removes nonces of negative costs that are older than
 * `RETRY_WINDOW_US`, because their scores are negated times.
 *
 * Redis 7.0 rejects the `#!lua flags=…` line of the library's own scripts.
 *
 * @param clock returns seconds and microseconds, like `TIME`
 */
export const slidingWindowScript = (clock = `redis.call('TIME')`): string => `
local key, limit, window = KEYS[1], tonumber(ARGV[1]), tonumber(ARGV[2])
local cost, nonce = tonumber(ARGV[3]), ARGV[4]
local time = ${clock}
local now = tonumber(time[1]) * 1000000 + tonumber(time[2])
local text = function (number) return string.format('%.0f', number) end
local oldest = '(' .. text(math.max(now - window, -1))

local size = redis.call('ZCOUNT', key, oldest, '+inf')
local success = cost < 0 or size + cost <= limit

if redis.call('ZSCORE', key, nonce) then
  success = true
elseif cost ~= 0 and success and (cost > 0 or size > 0) then
  if cost < 0 then
    local back = math.min(-cost, size)
    redis.call('ZADD', key, text(-now), nonce)
    redis.call('ZREMRANGEBYRANK', key, -back, -1)
    size = size - back
  else
    redis.call('ZADD', key, text(now), nonce)
    for more = 2, cost do redis.call('ZADD', key, text(now), nonce .. ':' .. more) end
    redis.call('PEXPIRE', key, text(math.ceil(window / 1000) + ${EXPIRY_MARGIN_MS}))
    size = size + cost
  end
  redis.call('ZREMRANGEBYSCORE', key, text(${RETRY_WINDOW_US} - now), text(now - window))
end

local last_to_expire = 0
if not success then last_to_expire = size + cost - limit - 1 end
local score = redis.call('ZRANGEBYSCORE', key, oldest, '+inf', 'WITHSCORES', 'LIMIT', text(last_to_expire), '1')[2]
local wait = -1
if score then wait = tonumber(score) + window - now end
return { success and 1 or 0, size, wait }
`
