/** Entry point of the station: starts it with settings from the environment, stops it on a signal; errors that the user can fix are one sentence. */
import { readStationConfig, SettingError } from './config.ts'
import { startStation } from './start.ts'

const settingExit = 2

try {
  const station = await startStation(readStationConfig(process.env))
  let isStopping = false
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (isStopping) return
      isStopping = true
      void station.stop().then(() => process.exit(0))
    })
  }
} catch (error) {
  if (!(error instanceof SettingError)) throw error
  console.error(error.message)
  process.exit(settingExit)
}
