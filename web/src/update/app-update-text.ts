/** Texts for new versions of the app. */
import { specText } from '@homeport/contract/shape/field/spec-text.ts'
import { both } from '../kit/lang.ts'

export const appUpdateText = both({
  en: {
    check: 'Check for updates',
    isOut: (name: string) => `${name} is out`,
    youHave: (name: string) => `You have ${name}`,
    newest: 'You have the latest version',
    checkFailed: 'Couldn’t check for a new version',
    update: 'Update',
    hide: 'Hide',
    downloading: (percent: number) => `Downloading, ${percent}%`,
    downloadFailed: specText.en.newVersionFailed,
    failed: specText.en.updateFailed,
  },
  zh: {
    check: '检查更新',
    isOut: (name) => `${name} 已发布`,
    youHave: (name) => `当前 ${name}`,
    newest: '已是最新版本',
    checkFailed: '暂时无法检查新版本',
    update: '更新',
    hide: '隐藏',
    downloading: (percent) => `正在下载 ${percent}%`,
    downloadFailed: specText.zh.newVersionFailed,
    failed: specText.zh.updateFailed,
  },
})
