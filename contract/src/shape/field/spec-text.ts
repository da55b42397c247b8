/**
 * The sentences that the specification puts in quotes (its sections 2, 4, 6 and 8). Each is shown once, small, below the sentence that says it well;
 * alone where it says it well itself. docs/spec-texts.md lists where; web/src/app/spec-texts.test.tsx checks list, texts and places. A field's error (section 5) has its own sentence only: rule-words.ts.
 */
import type { Lang } from '../../kit/operation.ts'
import { failureTexts } from './failure-text.ts'
import { frameTexts, inLang, type Text } from './frame-text.ts'

const texts = {
  // the frame of the app, and what fails anywhere
  ...frameTexts,
  ...failureTexts,
  // spec 2: modals of pages that need a box
  notOnline: {
    en: ['Files show up when the box is back', 'Device not online'],
    zh: ['盒子恢复在线后可查看文件', '设备不在线'],
  },
  // spec 6: prompts
  cannotIdentify: {
    en: ['Pair a box to identify films', 'Cannot identify films'],
    zh: ['绑定盒子后即可识别影片', '无法识别影片'],
  },
  useApp: {
    en: ['Open the app to use your location', 'Please use this function in app'],
    zh: ['使用定位请打开 App', '请在 App 中使用此功能'],
  },
  // spec 8: calls and commands
  // spec 8: codes of a task
  taskAdded: { en: ['Task added'], zh: ['已添加任务'] },
  taskNotCreated: {
    en: ['Couldn’t add the download. Try again.', 'Task not created'],
    zh: ['添加下载失败，请重试', '任务创建失败'],
  },
  taskNotStarted: { en: ['Couldn’t start the download', 'Failed to start task'], zh: ['无法开始下载', '任务启动失败'] },
  magnetRefused: { en: ['This magnet link can’t be downloaded', 'Unable to download magnet URI'], zh: ['无法下载此磁力链接'] },
  linkRefused: { en: ['This isn’t a link Homeport can open', 'Invalid link'], zh: ['Homeport 无法打开此链接', '链接无效'] },
  magnetEmpty: { en: ['This magnet link is incomplete', 'Magnet URI null'], zh: ['磁力链接不完整', '磁力链接为空'] },
  taskLimit: {
    en: ['Finish or remove some downloads first', 'Reached task download limit'],
    zh: ['请先完成或移除一些下载', '下载任务数已达上限'],
  },
  noFiles: { en: ['This torrent has no files', 'Torrent has 0 files'], zh: ['种子中没有文件'] },
  inDownloading: {
    en: ['You’ve already added this one', 'Task in Downloading list'],
    zh: ['你已添加过这个下载', '任务已在下载列表中'],
  },
  inComplete: { en: ['You’ve already downloaded this one', 'Task in Complete list'], zh: ['你已下载过', '任务已在完成列表中'] },
  noFolder: { en: ['The download folder is missing', 'Download path not exists'], zh: ['下载目录不存在'] },
  noSpace: { en: ['Not enough space'], zh: ['空间不足'] },
  unknownCode: { en: ['Something went wrong. Try again.', 'Unknown error'], zh: ['出错了，请重试', '未知错误'] },
  // spec 8: replies of a box
  notVideo: {
    en: ['There’s no video in this download', 'Player fail, not video'],
    zh: ['这个下载里没有视频', '播放失败，不是视频'],
  },
  noFileList: { en: ['Couldn’t get the file list', 'Device no response'], zh: ['无法获取文件列表', '设备无响应'] },
  // spec 8: other messages
  signalFailed: { en: ['The box didn’t get that. Try again.', 'Fail to signal'], zh: ['盒子没有收到，请重试', '指令发送失败'] },
  deviceUnknown: {
    en: ['This box is no longer paired with your account', 'Device not exist'],
    zh: ['这台盒子已不在你的账号下', '设备不存在'],
  },
  bindFailed: { en: ['Couldn’t pair. Try again in a moment.', 'Failed to bind'], zh: ['绑定失败，请稍后再试'] },
  renameFailed: { en: ['Couldn’t rename the box. Try again.', 'Renaming failed'], zh: ['改名失败，请重试', '重命名失败'] },
  unbindFailed: { en: ['Couldn’t unpair the box. Try again.', 'Unbind fail'], zh: ['解绑失败，请重试'] },
  syncFailed: { en: ['Couldn’t sync the library. Try again.', 'Sync failed'], zh: ['影库同步失败，请重试'] },
  connectFailed: {
    en: ['Couldn’t connect. Check that the box is on, then try again.', 'Failed to connect device'],
    zh: ['无法连接盒子，请确认已开机后重试', '设备连接失败'],
  },
  invalidQr: {
    en: ['No QR code found. Try again, or enter the code.', 'Invalid qrcode'],
    zh: ['没有找到二维码，请重试或输入配对码', '无效的二维码'],
  },
  unknownQr: {
    en: ['This code isn’t from a box. Scan the one your box shows.', 'Unknown QR code'],
    zh: ['这不是盒子的二维码，请扫描盒子显示的那个', '无法识别的二维码'],
  },
  wechatTooOld: { en: ['Update WeChat to scan codes', 'wechat version too low'], zh: ['请更新微信后再扫码', '微信版本过低'] },
  playFailed: {
    en: ['Couldn’t play. Try again.', 'Play failed, please try again'],
    zh: ['播放失败，请重试'],
  },
  fileMissing: { en: ['This film is no longer on the box', 'File not exists'], zh: ['盒子上已没有这部影片', '文件不存在'] },
  notVideoFile: {
    en: ['This file isn’t a video', 'Failed to play, not video file'],
    zh: ['这个文件不是视频', '播放失败，不是视频文件'],
  },
  codeNotObtained: {
    en: ['Couldn’t send a code. Try again later.', 'Failed to obtain'],
    zh: ['验证码发送失败，请稍后再试', '获取失败'],
  },
  sendFailed: { en: ['Couldn’t send. Try again.', 'Failed to send'], zh: ['发送失败，请重试'] },
  newVersionFailed: { en: ['Couldn’t download the update', 'Failed to download the new version'], zh: ['新版本下载失败'] },
  updateFailed: { en: ['Couldn’t install the update', 'Update Failed'], zh: ['更新安装失败', '更新失败'] },
  previewFailed: { en: ['Couldn’t load the picture', 'Preview failed'], zh: ['图片加载失败', '预览失败'] },
  noFilmInfo: {
    en: ['Couldn’t load films. Check your connection.', 'Unable to get movie information'],
    zh: ['影片加载失败，请检查网络', '无法获取影片信息'],
  },
  fileTooLarge: { en: ['This file is too large', 'Exceed allowed file size'], zh: ['文件过大', '文件大小超出上限'] },
  tooManyFiles: {
    en: ['That’s too many files', 'Exceed the maximum allowable number of files'],
    zh: ['文件数量过多', '文件数量超出上限'],
  },
} as const satisfies Record<string, Record<Lang, Text>>

export type SpecText = keyof typeof texts
export const specTextNames = Object.keys(texts) as SpecText[]

/** The specification's sentence. */
export function literalOf(name: SpecText, lang: Lang): string {
  const text: Text = texts[name][lang]
  return text[1] ?? text[0]
}

/** The sentence that a person reads first. */
export function sentenceOf(name: SpecText, lang: Lang): string {
  return texts[name][lang][0]
}

/** A sentence of one place, and the specification's on the next line. */
export function above(sentence: string, name: SpecText, lang: Lang): string {
  const literal = literalOf(name, lang)
  return sentence === literal ? sentence : `${sentence}\n${literal}`
}

/** The sentence, and where it has one, the specification's on the next line. */
export const specText: Record<Lang, Record<SpecText, string>> = { en: inLang(texts, 'en'), zh: inLang(texts, 'zh') }
