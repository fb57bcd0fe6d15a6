-- For wrk: whoever has an answer waits before asking again, so that a fast server and a slow one are asked as often.
function delay()
  return math.random(4, 8)
end
