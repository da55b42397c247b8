/** Screen acts: the owner admits, renames and removes screens. */
import { screenAdmit, screenForget, screenList, screenRename, type Screens as ScreenList } from '@homeport/contract/screen.ts'
import { answer, type Handler } from '../kit/answer.ts'
import type { Screens } from './screens.ts'

export function screenActs(screens: Pick<Screens, 'admit' | 'rename' | 'forget'> & { list: () => ScreenList }): Handler[] {
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
