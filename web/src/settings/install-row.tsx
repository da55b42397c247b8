/** Installs the app from the settings: by the browser's own question, on iOS by words. On http the row of https leads there. */
import { Smartphone } from 'lucide-react'
import { askToInstall } from '../kit/shell/install.ts'
import { useText } from '../kit/lang.ts'
import { commonText } from '../kit/text/text.ts'
import { question } from '../ui/modal.tsx'
import { Row } from '../ui/row.tsx'
import { useInstallWay } from './install-offer.ts'
import { settingsText } from './text.ts'

export function InstallRow() {
  const words = useText(settingsText)
  const common = useText(commonText)
  const way = useInstallWay(false)
  if (way !== 'question' && way !== 'words') return null
  const install = () =>
    way === 'question' ? askToInstall() : question({ title: words.install, text: words.installIos, confirm: common.close })
  return <Row icon={<Smartphone strokeWidth={1.75} />} label={words.install} onClick={() => void install()} />
}
