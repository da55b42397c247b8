/** Switches the language after a confirmation: it also switches hosts and data (spec 1). */
import { lang, otherLang, setLang, textNow } from '../kit/lang.ts'
import { commonText } from '../kit/text/text.ts'
import { question } from '../ui/modal.tsx'
import { settingsText } from './text.ts'

export async function askToSwitchLanguage(): Promise<void> {
  const words = textNow(settingsText)
  const answer = await question({
    title: words.switchAsk,
    text: words.switchText,
    confirm: words.switchDo,
    cancel: textNow(commonText).cancel,
  })
  if (answer === 'confirm') setLang(otherLang(lang.get()))
}
