"""Open ground: a table without a grid, measured in whole hundredths of an inch.

Every result is exact. Coordinates are whole numbers, and no rule depends on a rounded root: lengths
are compared by their squares. A gap or length that has to be one number is rounded up to the next
hundredth, so comparing it with a whole number of hundredths gives the same result as the true
value. x grows to the right and y upwards, from the lower left corner of the table.

* `points`: points, lengths of paths, and points at a distance along a line
* `bases`: the round bases that pieces stand on, and the gaps between their edges
* `pieces`: rectangles and convex polygons of terrain; what a base touches on a straight path
* `sight`: lines from centre to centre, piercing rays, and what stops them
* `shoving`: pushing a base along a line until something is in the way, or over the edge
* `tables`: a table with its terrain and its zones; where a base may stand
* `ways`: shortest paths of straight segments around obstacles
"""
