/** Takes the messages on downloads that the box sends without being asked now, or too late for its request: they update the saved data, and a failure is said in the words of spec 8. */
import { getMediaFiles, magnetUri, startTask, stopTask, TaskStatus, type Task } from '@homeport/contract/download/download.ts'
import { getDownloadConfig } from '@homeport/contract/download/download-config.ts'
import { Code, TaskCode } from '@homeport/contract/kit/codes.ts'
import type { QueryClient } from '@tanstack/react-query'
import { Failure } from '../kit/failure.ts'
import { textNow } from '../kit/lang.ts'
import { loadUntilThere } from '../kit/lazy-part.ts'
import { plainFailureText } from '../kit/text/plain-failure-text.ts'
import { onUnasked, type Incoming } from '../kit/call/box-connection.ts'
import { session, storeForSession } from '../kit/session.ts'
import { toast } from '../ui/toast.tsx'
import { config } from './config.ts'
import { filesKeyOf, videosKeyOf } from './data.ts'
import { refreshTasks, show, taskOf } from './task-cache.ts'
import type { DownloadWords } from './text.ts'

export function subscribeToUnasked(client: QueryClient): () => void {
  const stops = [
    onUnasked(startTask, (reply) => {
      if (reply.code === Code.ok || reply.code === TaskCode.inDownloading) showStatus(client, reply, TaskStatus.run)
      else refuse(client, reply)
      // spec 8: the limit refreshes the list
      refreshTasks(client)
    }),
    onUnasked(stopTask, (reply) => {
      if (reply.code === Code.ok) showStatus(client, reply, TaskStatus.stop)
      else refuse(client, reply)
      refreshTasks(client)
    }),
    onUnasked(getMediaFiles, ({ code, data, task_id }) => {
      if (code === Code.ok && !data?.paths) void tell(({ notVideo }) => notVideo)
      if (data?.paths && task_id) client.setQueryData(videosKeyOf(task_id), data)
    }),
    onUnasked(magnetUri, ({ code, data, task_id }) => {
      if (code === Code.ok && !data?.torrent_info) void tell(({ noFileList }) => noFileList)
      if (data?.torrent_info && task_id) client.setQueryData(filesKeyOf(task_id), data.torrent_info)
    }),
    onUnasked(getDownloadConfig, ({ data }) => {
      const { device } = session.get()
      if (!data || !device) return
      storeForSession()('downloadConfig', data)
      client.setQueryData(config(device).queryKey, { ...data, stale_at: null })
    }),
  ]
  return () => stops.forEach((stop) => stop())
}

function showStatus(client: QueryClient, { task_id }: Incoming<unknown>, status: Task['status']): void {
  const task = task_id === undefined ? undefined : taskOf(client, task_id)
  if (task && !task.is_done && task.status !== status)
    show(client, [{ ...task, status, speed: '0K/S', speed_bytes: 0, wait: null }])
}

type Texts = typeof import('./text.ts')

/** The texts load when there is something to say. */
async function tell(textOf: (words: DownloadWords, texts: Texts) => string): Promise<void> {
  const texts = await loadUntilThere(() => import('./text.ts'))
  toast(textOf(textNow(texts.downloadText), texts))
}

/** Codes under 2000 are the box's, the others the cloud's (wire.md). */
function refuse(client: QueryClient, { code, detail, task_id, url }: Incoming<unknown>): void {
  const isOfCloud = code >= Code.invalid
  if (isOfCloud) toast(plainFailureText(new Failure('code', { code, during: 'act' })))
  else void tell((words, { codeWord }) => codeWord(words, code, { data: detail, url }))
  const task = task_id === undefined ? undefined : taskOf(client, task_id)
  // spec 4: any other code sets it stop
  if (task && !isOfCloud && task.status === TaskStatus.run && code !== TaskCode.inComplete)
    show(client, [{ ...task, status: TaskStatus.stop, speed: '0K/S', speed_bytes: 0, wait: null, code }])
}
