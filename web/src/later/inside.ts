// Parts that other parts show. A part cannot load another by itself, so the client does it for them.
export const openBoard = () => import("./open");
export const gameReport = () => import("./report");
