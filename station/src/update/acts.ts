/** Acts for updates of the box. */
import { updateSet, updateStatus } from '@homeport/contract/update.ts'
import { answer, type Handler } from '../kit/connection/answer.ts'
import type { Updater } from './updater.ts'

export function updateActs({ check, choose, setAuto, status }: Updater): Handler[] {
  return [
    answer(updateStatus, async ({ is_check }) => {
      if (is_check) await check()
      return status()
    }),
    answer(updateSet, async ({ when, is_auto }) => {
      if (is_auto !== undefined) await setAuto(is_auto)
      if (when !== '') await choose(when)
      return status()
    }),
  ]
}
