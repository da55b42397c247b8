/** Installs the app from the settings: by the browser's own question, on iOS by words. Nothing where it is installed already or cannot be. */
import { Smartphone } from 'lucide-react'
import { useText } from '../kit/lang.ts'
import { askToInstall, installQuestion } from '../kit/install.ts'
import { useObservable } from '../kit/observable.ts'
import { isInstalled, osName } from '../kit/platform.ts'
import { commonText } from '../kit/text.ts'
import { question } from '../ui/modal.tsx'
import { Row } from '../ui/row.tsx'
import { settingsText } from './text.ts'

export function InstallRow() {
  const words = useText(settingsText)
  const common = useText(commonText)
  const canAsk = useObservable(installQuestion) !== null
  const isByWords = osName() === 'ios' && globalThis.isSecureContext
  if (isInstalled() || !(canAsk || isByWords)) return null
  const install = () =>
    canAsk ? askToInstall() : question({ title: words.install, text: words.installIos, confirm: common.close })
  return <Row icon={<Smartphone strokeWidth={1.75} />} label={words.install} onClick={() => void install()} />
}
