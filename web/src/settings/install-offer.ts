/** Offers to install the app at a good moment: from the second visit on with a box, on the home page. After "Not now" never again: the settings have a row for it. */
import { askToInstall, installQuestion } from '../kit/install.ts'
import { textNow } from '../kit/lang.ts'
import { loadUntilThere } from '../kit/lazy-part.ts'
import { stored } from '../kit/storage.ts'
import { question } from '../ui/modal.tsx'

const visitsBefore = 1

/** Call once per visit with a bound box. Returns how to offer it; undefined on a first visit, or after "Not now". */
export function countVisit(): (() => Promise<void>) | undefined {
  const slot = stored.app('install_offer')
  const { visits, is_refused } = slot.get() ?? { visits: 0, is_refused: false }
  if (is_refused) return undefined
  slot.set({ visits: visits + 1, is_refused })
  return visits >= visitsBefore ? offer : undefined
}

async function offer(): Promise<void> {
  const { settingsText } = await loadUntilThere(() => import('./text.ts'))
  if (!installQuestion.get()) return
  const words = textNow(settingsText)
  const answer = await question({
    title: words.install,
    text: words.installText,
    confirm: words.installDo,
    cancel: words.notNow,
  })
  if (answer === 'confirm' && (await askToInstall())) return
  const { visits } = stored.app('install_offer').get() ?? { visits: 0 }
  stored.app('install_offer').set({ visits, is_refused: true })
}
