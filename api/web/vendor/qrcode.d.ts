// What the page uses of qrcode.js, told to the type check; written for this project.
export interface QrCode {
  addData(text: string, mode: "Byte"): void;
  make(): void;
  getModuleCount(): number;
  isDark(row: number, column: number): boolean;
}

export function qrcode(typeNumber: number, errorCorrectionLevel: string): QrCode;
