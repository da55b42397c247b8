/** Entry point of the station: starts it with settings from the environment, stops it on a signal; errors that the user can fix are one sentence. */
import { announce } from '../nearby/announce.ts'
import { readyLine } from '../update/try-version.ts'
import { readStationConfig, SettingError } from './config.ts'
import { DiskFull, isDiskFull } from '../kit/disk-full.ts'
import { startStation, type Station } from './start.ts'
import { tryStation } from './try-station.ts'

const settingExit = 2
const fullExit = 1
const connectedLookMs = 200

try {
  const config = readStationConfig(process.env)
  const copy = process.env.HOMEPORT_TRIAL
  if (copy) {
    await tryStation(config, copy)
    process.stdout.write(`${readyLine}\n`)
    process.exit(0)
  }
  const start = () => startStation(config, { announce, restart, ...(process.send && { restartInto }) })
  let running = start()
  let isStopping = false
  function restart(): void {
    running = running.then(async (station) => {
      await station.stop()
      if (isStopping) process.exit(0)
      return start()
    })
    running.catch((error: unknown) => {
      console.error(error)
      process.exit(1)
    })
  }
  // Heard while it starts too: what it has begun by then, aria2 first of all, has to end with it.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (isStopping) return
      isStopping = true
      void running.then((station) => station.stop()).then(() => process.exit(0))
    })
  }
  const station = await running
  // P49: what nobody caught is logged whole, and the rest goes on.
  for (const fault of ['uncaughtException', 'unhandledRejection'] as const) process.on(fault, (error) => station.onFault(error))
  if (process.send) reportTo(station)
} catch (error) {
  if (isDiskFull(error)) {
    console.error(error instanceof DiskFull ? error.message : new DiskFull(process.env.HOMEPORT_DATA ?? 'data').message)
    // Unlike a wrong setting it passes: the supervisor starts the box again.
    process.exit(fullExit)
  }
  if (!(error instanceof SettingError)) throw error
  console.error(error.message)
  process.exit(settingExit)
}

/** The supervisor (scripts/start.mjs) restarts the box into a version, and goes back if it does not report. */
function restartInto(version: string): void {
  process.send?.({ kind: 'update', version })
}

function reportTo(station: Station): void {
  process.send?.({ kind: 'started' })
  const timer = setInterval(() => {
    if (!station.isConnected()) return
    clearInterval(timer)
    process.send?.({ kind: 'linked' })
  }, connectedLookMs)
  // the supervisor's end must not keep it, nor end it
  process.channel?.unref()
  process.on('disconnect', () => clearInterval(timer))
}
