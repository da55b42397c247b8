/** Texts of the page by which a phone trusts the home CA. */
import type { Lang } from '@homeport/contract/kit/promise.ts'

export type Platform = 'ios' | 'android' | 'computer'

/** `button`: starts the download, first step of all. */
type Guide = { title: string; button: string; steps: (ca: string) => readonly string[] }

export type TrustText = {
  title: string
  intro: string
  givesTitle: string
  gives: readonly string[]
  stays: (http: string) => string
  secure: string
  stepsTitle: string
  guides: Record<Platform, Guide>
  open: string
  fingerprintTitle: string
  fingerprint: string
  limits: string
  otherLang: string
}

const en: TrustText = {
  title: 'Secure connection (https)',
  intro:
    'This server signs its own certificate, so no company is involved. Once your phone trusts it, Homeport opens over https at home.',
  givesTitle: 'What https gives you',
  gives: ['Install Homeport as an app', 'Notifications', 'Start without a connection', 'Scan codes with the camera'],
  stays: (http) => `${http} stays as it is, without these. The https address is separate: sign in there once more.`,
  secure: 'You opened this page over https. If your browser showed no warning, everything is set up.',
  stepsTitle: 'How to trust it',
  guides: {
    ios: {
      title: 'iPhone and iPad',
      button: 'Download the profile',
      steps: (ca) => [
        'In Safari, tap the button above, then Allow.',
        'Open Settings, tap Profile Downloaded, then Install.',
        `In Settings, go to General › About › Certificate Trust Settings and turn on “${ca}”.`,
      ],
    },
    android: {
      title: 'Android',
      button: 'Download the certificate',
      steps: () => [
        'Tap the button above. If the phone offers to open the file, don’t.',
        'Open Settings and search for “CA certificate”. (Usually: Security › Encryption & credentials › Install a certificate.)',
        'Choose CA certificate › Install anyway, then the file homeport.crt.',
      ],
    },
    computer: {
      title: 'Computer',
      button: 'Download the certificate',
      steps: (ca) => [
        'Windows: open the file › Install Certificate › Place all certificates in the following store › Trusted Root Certification Authorities.',
        `Mac: open the file, then double-click “${ca}” in Keychain Access › Trust › Always Trust.`,
        'Linux, and Firefox everywhere: import the file in the browser’s settings under Certificates › Authorities, for websites.',
      ],
    },
  },
  open: 'Open Homeport over https',
  fingerprintTitle: 'Fingerprint (SHA-256)',
  fingerprint: 'The same one is in the server’s log. Compare them before you trust the certificate if others use your network.',
  limits:
    'The certificate authority can only sign for home networks and this server’s own names. It can’t stand in for other websites.',
  otherLang: '中文',
}

const zh: TrustText = {
  title: '安全连接（https）',
  intro: '此服务器自行签发证书，不经过任何厂商。手机信任该证书后，在家中即可通过 https 打开 Homeport。',
  givesTitle: '使用 https 后可以',
  gives: ['把 Homeport 安装为应用', '接收通知', '离线启动', '用摄像头扫码'],
  stays: (http) => `${http} 仍可照常使用，但没有以上功能。https 是另一个地址，需要在那里重新登录一次。`,
  secure: '当前页面已通过 https 打开。如果浏览器没有提示风险，就已全部设置完成。',
  stepsTitle: '如何信任证书',
  guides: {
    ios: {
      title: 'iPhone 和 iPad',
      button: '下载描述文件',
      steps: (ca) => [
        '在 Safari 中点击上方按钮，然后点「允许」。',
        '打开「设置」，点「已下载描述文件」，然后点「安装」。',
        `在「设置」中进入「通用 › 关于本机 › 证书信任设置」，打开“${ca}”。`,
      ],
    },
    android: {
      title: '安卓',
      button: '下载证书',
      steps: () => [
        '点击上方按钮。如果手机提示直接打开文件，请不要打开。',
        '打开「设置」，搜索「CA 证书」。（通常位于「安全 › 加密与凭据 › 安装证书」。）',
        '选择「CA 证书 › 仍然安装」，再选择文件 homeport.crt。',
      ],
    },
    computer: {
      title: '电脑',
      button: '下载证书',
      steps: (ca) => [
        'Windows：打开文件 › 安装证书 › 将所有的证书都放入下列存储 › 受信任的根证书颁发机构。',
        `Mac：打开文件，在「钥匙串访问」中双击“${ca}” › 信任 › 始终信任。`,
        'Linux 以及各系统的 Firefox：在浏览器设置的「证书 › 证书颁发机构」中导入该文件，用于标识网站。',
      ],
    },
  },
  open: '通过 https 打开 Homeport',
  fingerprintTitle: '指纹（SHA-256）',
  fingerprint: '服务器日志中有相同的指纹。如果网络中还有其他人，请先核对再信任。',
  limits: '该证书颁发机构只能为家庭网络地址和此服务器的名称签发证书，无法冒充其他网站。',
  otherLang: 'English',
}

export const trustText: Record<Lang, TrustText> = { en, zh }
