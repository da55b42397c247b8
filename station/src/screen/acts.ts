/** Screen acts: the owner admits, renames and removes screens. */
import { Code } from '@homeport/contract/kit/codes.ts'
import type { Lang } from '@homeport/contract/kit/operation.ts'
import {
  screenAdmit,
  screenForget,
  screenHere,
  screenKodiAdd,
  screenList,
  screenRename,
  type Screens as ScreenList,
} from '@homeport/contract/playback/screen.ts'
import { answer, type Handler } from '../kit/connection/answer.ts'
import { Refusal } from '../kit/refusal.ts'
import type { Screens } from './screens.ts'

type ScreenActDeps = Pick<Screens, 'admit' | 'addKodi' | 'rename' | 'forget' | 'addBrowser' | 'look'> & {
  list: (realm: Lang, user_id: string | undefined) => ScreenList
  /** 0 if the page is not reached by the cloud's https port. */
  httpsPort: () => number
}

export function screenActs(screens: ScreenActDeps): Handler[] {
  return [
    answer(screenList, async (_, { realm, from }) => {
      // A person who looks for a TV may have just turned it on: what is found is pushed.
      screens.look()
      return screens.list(realm, from?.user_id)
    }),
    answer(screenHere, async ({ name }, { realm, from }) => {
      const { address } = screens.list(realm, undefined)
      if (!from || address === '') throw new Refusal(Code.notFound, { reason: 'no_screen' })
      return { address, https_port: screens.httpsPort(), ...(await screens.addBrowser({ realm, user_id: from.user_id }, name)) }
    }),
    answer(screenAdmit, ({ digits }) => screens.admit(digits)),
    answer(screenKodiAdd, (given) => screens.addKodi(given)),
    answer(screenRename, ({ screen_id, name }) => screens.rename(screen_id, name)),
    answer(screenForget, async ({ screen_id }) => {
      await screens.forget(screen_id)
      return { screen_id }
    }),
  ]
}
