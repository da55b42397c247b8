/** Offers to install the app. After "Not now" never again: the settings have a row for it. */
import { useQuery } from '@tanstack/react-query'
import { askToInstall, installQuestion } from '../kit/shell/install.ts'
import { textNow } from '../kit/lang.ts'
import { loadUntilThere } from '../kit/lazy-part.ts'
import { leaveFor } from '../kit/nav/nav.ts'
import { useObservable } from '../kit/observable.ts'
import { isInstalled, osName } from '../kit/platform.ts'
import { storageKeys } from '../kit/storage.ts'
import { question } from '../ui/modal.tsx'
import { https, needsHttps, trustAddress } from '../shared/https-data.ts'

/** question: the browser's own. words: by hand, on iOS. trust: after the page by which this phone trusts https. */
export type InstallWay = 'question' | 'words' | 'trust'

/** Undefined where it is installed already or cannot be. */
export function useInstallWay(isWanted: boolean): InstallWay | undefined {
  const canAsk = useObservable(installQuestion) !== null
  const isPlain = needsHttps()
  const { data } = useQuery({ ...https(), enabled: isWanted && isPlain })
  if (canAsk) return 'question'
  if (isPlain) return data?.has_ca ? 'trust' : undefined
  return osName() === 'ios' && !isInstalled() ? 'words' : undefined
}

export async function offerInstall(way: InstallWay): Promise<void> {
  const { settingsText } = await loadUntilThere(() => import('./text.ts'))
  const words = textNow(settingsText)
  const answer = await question({
    title: words.install,
    text: way === 'words' ? words.installIos : words.installText,
    ...(way === 'words' ? { confirm: words.installDone } : { confirm: words.installDo, cancel: words.notNow }),
  })
  if (answer === 'confirm' && way === 'trust') return leaveFor(trustAddress())
  if (answer === 'confirm' && way === 'question' && (await askToInstall())) return
  const { visits } = storageKeys.app('install_offer').get() ?? { visits: 0 }
  storageKeys.app('install_offer').set({ visits, is_refused: true })
}
