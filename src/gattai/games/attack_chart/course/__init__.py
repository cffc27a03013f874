"""The course of a firefight: what is asked when, and who goes next."""
