// Parts that are shown in several places, or by other parts: a part cannot load another by itself, so the client does it for them.
export const openBoard = () => import("./open");
export const link = () => import("./link");
export const gameReport = () => import("./report");
export const rules = () => import("./rules");
export const variations = () => import("./variations");
export const puzzle = () => import("./puzzle");
