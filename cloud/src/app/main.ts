/** Entry point of the cloud process: starts from the environment, stops on SIGTERM and SIGINT, reports a failed start in one sentence. */
import { OperatorError } from '../kit/operator-error.ts'
import { readCloudConfig } from './config.ts'
import { startCloud } from './start.ts'

try {
  const cloud = await startCloud(readCloudConfig())
  let stopping = false
  const stop = async () => {
    if (stopping) return
    stopping = true
    await cloud.stop()
    process.exit(0)
  }
  for (const fault of ['uncaughtException', 'unhandledRejection'] as const) process.on(fault, cloud.onUncaught)
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  const secure = cloud.httpsPort === 0 ? '' : `, and over https on port ${cloud.httpsPort}`
  process.stdout.write(`Homeport cloud serves on port ${cloud.port}${secure}\n`)
  // to scripts/start.mjs, which goes back to the version before if it does not come
  process.send?.({ kind: 'started' })
} catch (error) {
  if (!(error instanceof OperatorError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exit(2)
}
