/** Screen acts: the owner admits, renames and removes screens. */
import { screenAdmit, screenForget, screenList, screenRename } from '@homeport/contract/screen.ts'
import { answer, type Handler } from '../kit/answer.ts'
import type { ScreenDoor } from './screens.ts'

export function screenActs(screens: Pick<ScreenDoor, 'list' | 'admit' | 'rename' | 'forget'>): Handler[] {
  return [
    answer(screenList, async () => screens.list()),
    answer(screenAdmit, ({ digits }) => screens.admit(digits)),
    answer(screenRename, ({ screen_id, name }) => screens.rename(screen_id, name)),
    answer(screenForget, async ({ screen_id }) => {
      await screens.forget(screen_id)
      return { screen_id }
    }),
  ]
}
