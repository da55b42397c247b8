/** The browser's own question whether to install the app; it is kept until the user wants it. */
import { observable } from './observable.ts'

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
