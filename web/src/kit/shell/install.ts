/** The browser's own question whether to install the app; it is kept until the user wants it. */
import { observable } from '../observable.ts'
import { storageKeys } from '../storage.ts'

/** It is offered from the next visit on. */
export const visitsBeforeOffer = 1

type InstallQuestion = Event & { prompt: () => Promise<{ outcome: 'accepted' | 'dismissed' }> }

export const installQuestion = observable<InstallQuestion | null>(null)

/** Call once at start: browsers send it only then. */
export function watchInstall(): void {
  addEventListener('beforeinstallprompt', (event) => {
    if (!isQuestion(event)) return
    event.preventDefault()
    installQuestion.set(event)
  })
  addEventListener('appinstalled', () => installQuestion.set(null))
}

/** A person who came from the page that lets a phone trust https wants to install it. */
export function offerSoon(): void {
  storageKeys.app('install_offer').set({ visits: visitsBeforeOffer, is_refused: false })
}

/** True if the user installs it. A question can be put once only. */
export async function askToInstall(): Promise<boolean> {
  const question = installQuestion.get()
  installQuestion.set(null)
  if (!question) return false
  return (await question.prompt()).outcome === 'accepted'
}

function isQuestion(event: Event): event is InstallQuestion {
  return 'prompt' in event
}
