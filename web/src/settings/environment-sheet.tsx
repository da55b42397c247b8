/** The choice of the environment: which group of the operator's hosts this browser uses (hosts.json). */
import type { Env } from '@homeport/contract/kit/operation.ts'
import { useEffect, useState } from 'react'
import { findHosts } from '../kit/call/http.ts'
import { environment, environments } from '../kit/hosts.ts'
import { textNow, useText } from '../kit/lang.ts'
import { restartApp } from '../kit/platform.ts'
import { endAllSessions } from '../kit/session.ts'
import { storageKeys } from '../kit/storage.ts'
import { commonText } from '../kit/text/text.ts'
import checkboxStyles from '../ui/checkbox.module.css'
import { CheckIcon } from '../ui/icon.tsx'
import layoutStyles from '../ui/layout.module.css'
import { question } from '../ui/modal.tsx'
import { Sheet } from '../ui/sheet.tsx'
import textStyles from '../ui/text.module.css'
import { settingsText } from './text.ts'

export function EnvironmentSheet({ onClose }: { onClose: () => void }) {
  const words = useText(settingsText)
  const [choices, setChoices] = useState<Env[]>([])
  useEffect(() => {
    void findHosts().then(() => setChoices(environments()))
  }, [])
  return (
    <Sheet isOpen onClose={onClose} title={words.environment} closeLabel={useText(commonText).close}>
      <p className={textStyles.secondary}>{words.environmentText}</p>
      <div role="radiogroup" aria-label={words.environment}>
        {choices.map((env) => (
          <label key={env} className={checkboxStyles.checkbox}>
            <input
              type="radio"
              name="environment"
              className={textStyles.visuallyHidden}
              checked={env === environment()}
              onChange={() => void askToSwitch(env).then(onClose)}
            />
            <span className={layoutStyles.grow}>{words.environments[env]}</span>
            {env === environment() && <CheckIcon />}
          </label>
        ))}
      </div>
      {choices.length === 1 && <p className={textStyles.secondary}>{words.environmentAlone}</p>}
    </Sheet>
  )
}

/** Asks first; then the app starts anew, with nothing of the other hosts' accounts. */
async function askToSwitch(env: Env): Promise<void> {
  const words = textNow(settingsText)
  const answer = await question({
    title: words.environmentAsk(words.environments[env]),
    text: words.environmentAskText,
    confirm: words.environmentDo,
    cancel: textNow(commonText).cancel,
  })
  if (answer !== 'confirm') return
  endAllSessions()
  storageKeys.app('env').set(env)
  restartApp()
}
