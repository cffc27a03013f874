"""Open ground: a table without a grid, measured in whole hundredths of an inch.

Every answer is exact. Coordinates are whole numbers, and no rule is decided by a rounded root:
lengths are compared by their squares. What has to be told as one number (a gap, a length) is
rounded up to the next hundredth, so comparing it with a whole number of hundredths says the same as
comparing the true one. x grows to the right and y upwards, from the lower left corner of the table.

* `points`: points, lengths, ways of straight pieces, and the point so far along a line
* `bases`: the round bases that pieces stand on, and the gaps between their edges
* `pieces`: rectangles and convex polygons of terrain; what a base touches on a straight way
* `sight`: lines from centre to centre, rays that pierce, and what stops them
* `shoving`: being pushed along a line until something is in the way, or over the edge
* `tables`: a table with its terrain and its zones; where a base may stand
* `ways`: where a base can get to by straight pieces round what stands in the way
"""
