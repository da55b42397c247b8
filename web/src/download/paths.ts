/** Addresses of the downloads' pages. */
export const downloadsPath = '/pages/device/download/list'
export const taskPath = '/pages/device/download/detail'

export function pathOfTask(taskId: string): string {
  return `${taskPath}?id=${encodeURIComponent(taskId)}`
}
