/** The widths at which every page must fit: phones, tablets and desktops. */
export const WIDTHS = [360, 390, 768, 820, 1024, 1280, 1440, 1920];
