/** Texts of the page by which a phone trusts the home CA. */
import type { Lang } from '@homeport/contract/kit/operation.ts'

export type Platform = 'ios' | 'android' | 'windows' | 'mac' | 'other'

/** shows: what to look for on the screen, as it stands there. is_link: this step downloads the certificate. */
export type Step = { title: string; text?: string; shows?: string; look?: 'row' | 'search' | 'switch'; is_link?: true }

/** device: in titles, such as "this iPhone". */
type Guide = { name: string; device: string; steps: (ca: string) => readonly Step[] }

export type TrustText = {
  nav: string
  back: string
  title: (device: string) => string
  guides: Record<Platform, Guide>
  download: string
  comeBack: string
  waiting: (device: string) => string
  trusted: string
  goingOn: string
  secure: string
  open: string
  others: string
  fingerprintTitle: string
  fingerprint: string
  limits: string
  otherLang: string
}

const en: TrustText = {
  nav: 'Install',
  back: 'Back',
  title: (device) => `Let ${device} trust your box`,
  guides: {
    ios: {
      name: 'iPhone and iPad',
      device: 'this iPhone',
      steps: (ca) => [
        { title: 'Download the profile', text: 'In Safari, then tap Allow.', is_link: true },
        { title: 'Install it', text: 'Open Settings. It’s at the top.', shows: 'Profile Downloaded', look: 'row' },
        { title: 'Switch it on', text: 'General › About › Certificate Trust Settings', shows: ca, look: 'switch' },
      ],
    },
    android: {
      name: 'Android',
      device: 'this phone',
      steps: () => [
        { title: 'Download the file', text: 'homeport.crt', is_link: true },
        { title: 'Search Settings for “CA certificate”', shows: 'CA certificate', look: 'search' },
        { title: 'Install anyway', text: 'Android warns about every file of this kind.' },
        { title: 'Choose homeport.crt' },
      ],
    },
    windows: {
      name: 'Windows',
      device: 'this computer',
      steps: () => [
        { title: 'Download the file', text: 'homeport.crt', is_link: true },
        { title: 'Open it', shows: 'Install Certificate…', look: 'row' },
        {
          title: 'Choose the store',
          text: 'Place all certificates in the following store',
          shows: 'Trusted Root Certification Authorities',
          look: 'row',
        },
      ],
    },
    mac: {
      name: 'Mac',
      device: 'this Mac',
      steps: (ca) => [
        { title: 'Download the file', text: 'homeport.crt', is_link: true },
        { title: 'Open it', text: 'Keychain Access then lists it.', shows: ca, look: 'row' },
        { title: 'Double-click it, then Trust', shows: 'Always Trust', look: 'row' },
      ],
    },
    other: {
      name: 'Linux, and Firefox on any system',
      device: 'this browser',
      steps: () => [
        { title: 'Download the file', text: 'homeport.crt', is_link: true },
        { title: 'Search the browser’s settings for “certificates”', shows: 'Certificates', look: 'search' },
        { title: 'Import it under Authorities', text: 'Trust it to identify websites.' },
      ],
    },
  },
  download: 'Download',
  comeBack: 'Come back here',
  waiting: (device) => `Waiting for ${device}`,
  trusted: 'Trusted',
  goingOn: 'Going on…',
  secure: 'This page is secure. Everything is set up.',
  open: 'Open Homeport',
  others: 'Other devices',
  fingerprintTitle: 'Fingerprint (SHA-256)',
  fingerprint: 'If others use your network, compare it with the one in the server’s log first.',
  limits: 'The certificate is good for home networks only. It can’t stand in for other websites.',
  otherLang: '中文',
}

const zh: TrustText = {
  nav: '安装',
  back: '返回',
  title: (device) => `让${device}信任盒子`,
  guides: {
    ios: {
      name: 'iPhone 和 iPad',
      device: '这台 iPhone ',
      steps: (ca) => [
        { title: '下载描述文件', text: '请在 Safari 中操作，然后点「允许」。', is_link: true },
        { title: '安装描述文件', text: '打开「设置」，就在最上方。', shows: '已下载描述文件', look: 'row' },
        { title: '打开开关', text: '通用 › 关于本机 › 证书信任设置', shows: ca, look: 'switch' },
      ],
    },
    android: {
      name: '安卓',
      device: '这台手机',
      steps: () => [
        { title: '下载文件', text: 'homeport.crt', is_link: true },
        { title: '在「设置」中搜索「CA 证书」', shows: 'CA 证书', look: 'search' },
        { title: '点「仍然安装」', text: '安卓对这类文件都会提醒。' },
        { title: '选择 homeport.crt' },
      ],
    },
    windows: {
      name: 'Windows',
      device: '这台电脑',
      steps: () => [
        { title: '下载文件', text: 'homeport.crt', is_link: true },
        { title: '打开文件', shows: '安装证书…', look: 'row' },
        { title: '选择存储位置', text: '将所有的证书都放入下列存储', shows: '受信任的根证书颁发机构', look: 'row' },
      ],
    },
    mac: {
      name: 'Mac',
      device: '这台 Mac ',
      steps: (ca) => [
        { title: '下载文件', text: 'homeport.crt', is_link: true },
        { title: '打开文件', text: '「钥匙串访问」中会出现：', shows: ca, look: 'row' },
        { title: '双击它，展开「信任」', shows: '始终信任', look: 'row' },
      ],
    },
    other: {
      name: 'Linux 以及各系统的 Firefox',
      device: '这个浏览器',
      steps: () => [
        { title: '下载文件', text: 'homeport.crt', is_link: true },
        { title: '在浏览器设置中搜索「证书」', shows: '证书', look: 'search' },
        { title: '导入「证书颁发机构」', text: '勾选用于标识网站。' },
      ],
    },
  },
  download: '下载',
  comeBack: '回到这里',
  waiting: (device) => `等待${device}信任盒子`,
  trusted: '已信任',
  goingOn: '正在继续…',
  secure: '当前连接已加密，全部设置完成。',
  open: '打开 Homeport',
  others: '其他设备',
  fingerprintTitle: '指纹（SHA-256）',
  fingerprint: '如果网络中还有其他人，请先与服务器日志中的指纹核对。',
  limits: '此证书仅用于家庭网络，无法冒充其他网站。',
  otherLang: 'English',
}

export const trustText: Record<Lang, TrustText> = { en, zh }
