/** Texts of the settings: language, appearance, saved data. */
import type { Theme } from '../kit/storage.ts'
import { both } from '../kit/lang.ts'

const themes: Record<Theme, string> = { system: 'System', light: 'Light', dark: 'Dark' }

export const settingsText = both({
  en: {
    settings: 'Settings',
    language: 'Language',
    appearance: 'Appearance',
    themes,
    langs: { en: 'English', zh: '中文' },
    switchAsk: 'Switch to 中文?',
    switchText: 'Each language is a separate service. You’ll need a separate account there. You stay signed in here.',
    switchDo: 'Switch to 中文',
    saved: 'Saved data',
    clearAsk: 'Clear saved data?',
    clearText: 'Lists and pictures kept on this device for offline use. They load again when you open them. Drafts stay.',
    clearDo: 'Clear',
    cleared: 'Saved data cleared',
    about: 'Homeport',
  },
  zh: {
    settings: '设置',
    language: '语言',
    appearance: '外观',
    themes: { system: '跟随系统', light: '浅色', dark: '深色' },
    langs: { en: 'English', zh: '中文' },
    switchAsk: '切换到 English？',
    switchText: '每种语言是独立的服务，需要另外注册账号并绑定盒子；当前语言的登录状态会保留。',
    switchDo: '切换到 English',
    saved: '缓存数据',
    clearAsk: '清除缓存数据？',
    clearText: '将清除本机保存的列表和图片（用于离线查看），再次打开时会重新加载。草稿不受影响。',
    clearDo: '清除',
    cleared: '缓存数据已清除',
    about: 'Homeport',
  },
})
