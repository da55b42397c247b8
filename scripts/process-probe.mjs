/** For tests, loaded into a program by `--expose-gc --import`: answers over IPC how much memory is retained after a collection, and the longest turn of its event loop; and sets its wall clock. */
import { isMainThread } from 'node:worker_threads'

/** Processor time of the thread, not the clock: on a machine that is busy with other programs the clock counts what they take. */
const threadMs = () => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

let turns
let [turnStart, longestTurnMs] = [0, 0]

function endTurn() {
  const now = threadMs()
  longestTurnMs = Math.max(longestTurnMs, now - turnStart)
  turnStart = now
}

/** Since the question before; the first one begins the measurement. */
function longestTurn() {
  if (turns === undefined) turnStart = threadMs()
  turns ??= setInterval(endTurn, 1).unref()
  endTurn()
  const ms = longestTurnMs
  longestTurnMs = 0
  return ms
}

function retainedMb() {
  globalThis.gc()
  const { heapUsed, external } = process.memoryUsage()
  // The collection is the test's own: it is no turn of the program.
  turnStart = threadMs()
  return (heapUsed + external) / 1024 / 1024
}

const hourMs = 3_600_000
const readClock = Date.now
let aheadMs = 0

/** The wall clock jumps, as that of a box that finds a time server; timers and performance.now() do not. */
function setClock(ms) {
  aheadMs += ms
  Date.now = () => readClock() + aheadMs
  return aheadMs
}
const hourForward = () => setClock(hourMs)
const hourBack = () => setClock(-hourMs)

if (isMainThread && process.send) {
  const answers = { retainedMb, longestTurn, hourForward, hourBack }
  process.on('message', (question) => process.send({ question, answer: answers[question]() }))
  process.channel.unref()
}
