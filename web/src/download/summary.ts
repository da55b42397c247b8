/** Totals of all running downloads: count, speed, progress, time left. */
import { TaskStatus, type Task } from '@homeport/contract/download/download.ts'
import { TaskCode } from '@homeport/contract/kit/codes.ts'
import { fileKindOf } from '@homeport/contract/shape/file-kind.ts'
import { percentOf } from '../kit/text/format.ts'

export type Summary = {
  running: number
  /** Without those that lack room. */
  needYou: number
  lackRoom: number
  speed: number
  percent: number
  size: number
  secondsLeft: number | null
}

export function summaryOf(list: Task[]): Summary {
  const running = list.filter(isRunning)
  const sum = (of: (task: Task) => number) => running.reduce((total, task) => total + of(task), 0)
  const size = sum(sizeOfTask)
  const downloaded = sum((task) => Math.min(task.down_size, sizeOfTask(task)))
  const speed = sum((task) => task.speed_bytes)
  return {
    running: running.length,
    needYou: list.filter((task) => needsYou(task) && !lacksRoom(task)).length,
    lackRoom: list.filter(lacksRoom).length,
    speed,
    percent: percentOf(downloaded, size),
    size,
    secondsLeft: speed > 0 && size > 0 ? (size - downloaded) / speed : null,
  }
}

/** A library film counts as a video; a folder may contain some; a single file is judged by its name. */
export function canHaveVideos(task: Task): boolean {
  return task.is_done && (Boolean(task.film) || task.is_multifile || fileKindOf(task.name) === 'video')
}

/** Bytes remaining of all running downloads. */
export function bytesToCome(list: Task[]): number {
  return list.filter(isRunning).reduce((sum, task) => sum + Math.max(0, sizeOfTask(task) - task.down_size), 0)
}

export function isRunning(task: Task): boolean {
  return !task.is_done && task.status === TaskStatus.run
}

/** It waits for room on its disk, or failed for want of it and is tried again once there is. */
export function lacksRoom({ wait, reason, is_done }: Task): boolean {
  return !is_done && (wait?.reason === 'space' || reason === 'no_space')
}

/** It brings nothing, or waits for its next try: it can be tried at once. */
export function isStuck({ wait, stall }: Task): boolean {
  return stall !== null || wait?.reason === 'retry' || wait?.reason === 'server'
}

/** Failed, error, or stopped by a start that was refused: amber, with the reason in words. */
export function needsYou(task: Task): boolean {
  return task.status === TaskStatus.failed || task.status === TaskStatus.error || isRefused(task)
}

/** Nothing is lost with it: it failed before its first byte. */
export function isEmptyFailure(task: Task): boolean {
  return needsYou(task) && task.down_size === 0
}

/** spec 4: a start that failed with any code but 200 and 1006 left it stopped. */
export function isRefused(task: Task): boolean {
  return task.status === TaskStatus.stop && task.code !== TaskCode.added
}

/** Total bytes of the selected files. */
export function sizeOfTask(task: Task): number {
  return task.download_size > 0 ? task.download_size : task.total_size
}

export function secondsLeft(task: Task): number | null {
  const remaining = sizeOfTask(task) - task.down_size
  return task.speed_bytes > 0 && remaining > 0 ? remaining / task.speed_bytes : null
}
