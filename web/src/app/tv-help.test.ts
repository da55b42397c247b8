/** A10: the TV's instructions for the phone match the app's own labels and paths. */
import { expect, test } from 'vitest'
import { deviceText } from '../device/text.ts'
import { settingText } from '../device/setting-text.ts'
import { playbackText } from '../playback/text.ts'
import { screenText } from '../tv/text.ts'
import { appText } from './text.ts'

test.each(['en', 'zh'] as const)('the help of a TV that wants in names Device, Settings and TVs as the app does (%s)', (lang) => {
  const way = [appText[lang].tabs.device, deviceText[lang].settings, settingText[lang].screens]
  expect(screenText[lang].admitText).toContain(lang === 'en' ? way.join(', ') : way.map((one) => `「${one}」`).join('→'))
  expect(playbackText[lang].screens).toBe(settingText[lang].screens)
})
