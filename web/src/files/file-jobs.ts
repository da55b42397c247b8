/** The entries that are being moved, copied, deleted or added, so that their progress shows wherever one looks through the files. */
import { fileUpload, fileUploadPart, uploadPartMaxBytes } from '@homeport/contract/files.ts'
import { later } from '../kit/time/clock.ts'
import { textNow } from '../kit/lang.ts'
import { send } from '../kit/call/box-connection.ts'
import { observable } from '../kit/observable.ts'
import { onSessionEnd } from '../kit/session.ts'
import { putBlob } from '../kit/call/upload.ts'
import { toast } from '../ui/toast.tsx'
import { fileMutations, refusalText, type Job } from './data.ts'
import { filesText } from './text.ts'

export type WorkKind = 'move' | 'copy' | 'delete' | 'upload'
export type Work = { kind: WorkKind; done: number; total: number; cancel: () => void }

const jobEveryMs = 500

export const work = observable<Work | null>(null)
onSessionEnd(() => work.set(null))

/** Resolves when the box is through with it. */
export async function follow(
  kind: Exclude<WorkKind, 'upload'>,
  begin: () => Promise<{ job_id: string }>,
  count: number,
): Promise<void> {
  const words = textNow(filesText)
  try {
    const { job_id } = await begin()
    const cancel = () => void fileMutations.job(job_id, true).catch(() => null)
    let job = await fileMutations.job(job_id)
    while (job.state === 'running') {
      work.set({ kind, done: job.done, total: job.total, cancel })
      await new Promise<void>((resolve) => void later(jobEveryMs, resolve))
      job = await fileMutations.job(job_id)
    }
    toast(outcome(kind, job, count))
  } catch (error) {
    toast(refusalText(error) || words.failed)
  } finally {
    work.set(null)
  }
}

function outcome(kind: Exclude<WorkKind, 'upload'>, { state, failed }: Job, count: number): string {
  const words = textNow(filesText)
  if (state === 'cancelled') return words.cancelled
  const [first] = failed
  if (first) {
    const why = words.refusals[first.reason](first.name)
    return failed.length === 1 ? why : `${words.notAll(failed.length)}\n${why}`
  }
  return { move: words.moved, copy: words.copied, delete: words.deleted }[kind](count)
}

/** One after the other; what is on the box already is not sent again. */
export async function upload(files: readonly File[], path: string): Promise<void> {
  const words = textNow(filesText)
  const total = files.reduce((sum, file) => sum + file.size, 0)
  const stop = { isCancelled: false }
  const cancel = () => void (stop.isCancelled = true)
  const failures: string[] = []
  let [before, added] = [0, 0]
  for (const file of files) {
    const show = (at: number) => work.set({ kind: 'upload', done: before + at, total, cancel })
    try {
      if (await uploadOne(file, path, { show, stop })) added += 1
    } catch (error) {
      failures.push(`${words.uploadFailed(file.name)}\n${refusalText(error).split('\n')[0]}`.trim())
    }
    before += file.size
    if (stop.isCancelled) break
  }
  work.set(null)
  const [firstFailure] = failures
  // One message: a second one would take the first one's place.
  const lines = [
    stop.isCancelled && words.cancelled,
    added > 0 && !stop.isCancelled && words.uploaded(added),
    failures.length > 1 && words.notAll(failures.length),
    firstFailure,
  ].filter((line) => typeof line === 'string')
  if (lines.length > 0) toast(lines.join('\n'))
}

type Uploading = { show: (at: number) => void; stop: { isCancelled: boolean } }

async function uploadOne(file: File, path: string, { show, stop }: Uploading): Promise<boolean> {
  const begun = await send(fileUpload, { path, name: file.name, size: file.size })
  const { upload_id } = begun
  let { at } = begun
  let is_done = at === file.size
  while (!is_done) {
    show(at)
    if (stop.isCancelled) {
      await send(fileUploadPart, { upload_id, at, cancel: true })
      return false
    }
    const blob = await putBlob(file.slice(at, at + uploadPartMaxBytes))
    const next = await send(fileUploadPart, { upload_id, at, blob })
    at = next.at
    is_done = next.is_done
  }
  return true
}
