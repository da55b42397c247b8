/** The words of the settings: language, appearance. */
import type { Theme } from '../kit/keep.ts'
import { both } from '../kit/lang.ts'

const themes: Record<Theme, string> = { system: 'Follow system', light: 'Light', dark: 'Dark' }

export const settingsText = both({
  en: {
    settings: 'Settings',
    language: 'Language',
    appearance: 'Appearance',
    themes,
    langs: { en: 'English', zh: '中文' },
    switchAsk: 'Switch to 中文?',
    switchText:
      'Each language has its own service with its own accounts and devices. You sign in there apart; here you stay signed in.',
    switchDo: 'Switch to 中文',
    about: 'Homeport',
  },
  zh: {
    settings: '设置',
    language: '语言',
    appearance: '外观',
    themes: { system: '跟随系统', light: '浅色', dark: '深色' },
    langs: { en: 'English', zh: '中文' },
    switchAsk: '切换到 English？',
    switchText: '每种语言是独立的服务，账号和设备各自独立，需要分别登录；当前语言的登录状态会保留。',
    switchDo: '切换到 English',
    about: 'Homeport',
  },
})
