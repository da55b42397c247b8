/** All texts, in both languages. */
export type Lang = 'zh' | 'en'

const en = {
  about: 'Your home media box: downloads, films and the forum.',
  agreeBefore: 'I agree to the ',
  terms: 'terms',
  agreeBetween: ' and the ',
  privacy: 'privacy policy',
  agreeFirst: 'Agree to the terms and privacy policy to continue',
  signIn: 'Sign in with WeChat',
  signingIn: 'Signing in…',
  scanInvitation: 'Scan an invitation',
  noInvitation: 'This QR code is no invitation',
  haveAccount: 'I have an account',
  linkHint: 'In the app, open Settings, Account security, WeChat. Enter the code that it shows.',
  linkCode: 'Code of 8 letters and digits',
  link: 'Link this WeChat',
  linking: 'Linking…',
  linkAskBefore: 'Link this WeChat to the account ',
  linkAskAfter: '? It will sign in there.',
  linkConfirm: 'Link',
  linkCancel: 'No',
  signedInAs: 'Signed in as',
  open: 'Open Homeport',
  bind: 'Pair a box by its QR code',
  bindHint: 'The TV or the box’s console shows it.',
  binding: 'Pairing the box…',
  bound: 'Paired:',
  signOut: 'Sign out',
  network: 'Network error, please retry',
  noLogin: 'WeChat sign-in failed. Try again.',
  noScan: 'Couldn’t scan the code. Try again.',
  sessionOver: 'Your sign-in has ended. Sign in again.',
  noPage: 'Couldn’t open the page',
  opening: 'Opening…',
  retry: 'Try again',
  ok: 'OK',
}

const zh: typeof en = {
  about: '家庭影音盒子：下载、影片与论坛。',
  agreeBefore: '我已阅读并同意',
  terms: '《用户协议》',
  agreeBetween: '和',
  privacy: '《隐私政策》',
  agreeFirst: '请先同意用户协议和隐私政策',
  signIn: '微信登录',
  signingIn: '正在登录…',
  scanInvitation: '扫描邀请码',
  noInvitation: '这不是邀请二维码',
  haveAccount: '绑定已有账号',
  linkHint: '在 App 中打开「设置 · 账号与安全 · 微信」，输入显示的绑定码。',
  linkCode: '8 位绑定码',
  link: '绑定此微信',
  linking: '正在绑定…',
  linkAskBefore: '将此微信绑定到账号 ',
  linkAskAfter: '？绑定后可用微信登录该账号。',
  linkConfirm: '绑定',
  linkCancel: '取消',
  signedInAs: '当前账号',
  open: '打开 Homeport',
  bind: '扫码绑定盒子',
  bindHint: '二维码显示在电视上或盒子的控制台中。',
  binding: '正在绑定盒子…',
  bound: '盒子已绑定：',
  signOut: '退出登录',
  network: '网络异常，请重试',
  noLogin: '微信登录失败，请重试',
  noScan: '扫码失败，请重试',
  sessionOver: '登录已失效，请重新登录',
  noPage: '页面无法打开',
  opening: '正在打开…',
  retry: '重试',
  ok: '确定',
}

/** As in the app, the language follows the phone's, and decides the realm. */
export function langNow(): Lang {
  return /^zh/i.test(wx.getAppBaseInfo().language) ? 'zh' : 'en'
}

export function textNow(): typeof en {
  return langNow() === 'zh' ? zh : en
}
