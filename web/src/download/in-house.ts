/** The lists of downloads from the box itself, while the cloud is away. */
import { listTasks, taskQuery } from '@homeport/contract/download/download.ts'
import { getConfig, getDownloadConfig } from '@homeport/contract/download/download-config.ts'
import { answerInHouse } from '../kit/call/in-house.ts'
import { send } from '../kit/call/box-connection.ts'

export function answerDownloadsInHouse(): () => void {
  const stops = [
    answerInHouse(listTasks, async (query) => ({ ...(await send(taskQuery, query)), stale_at: null })),
    answerInHouse(getConfig, async () => ({ ...(await send(getDownloadConfig, {})), stale_at: null })),
  ]
  return () => stops.forEach((stop) => stop())
}
