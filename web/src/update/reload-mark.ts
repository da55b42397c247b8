/** The version that a reload is to bring, kept over it. */
import { tabText } from '../kit/storage.ts'

const mark = 'reload_for'

export function markReload(code: number): void {
  tabText.set(mark, String(code))
}

/** True once after a reload that did not bring the version. */
export function hasReloadFailed(code: number): boolean {
  const reloadedFor = tabText.get(mark)
  tabText.set(mark, '')
  return reloadedFor !== '' && code < Number(reloadedFor)
}
