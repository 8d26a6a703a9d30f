//! Systems of linear equations with a symmetric, positive definite matrix.

/// Such a matrix, of which only the lower triangle is used, row by row.
#[derive(Clone, Debug)]
pub(super) struct Matrix {
    size: usize,
    entries: Vec<f64>,
}

impl Matrix {
    /// One full of zeros.
    pub(super) fn zero(size: usize) -> Self {
        Self {
            size,
            entries: vec![0.0; size * size],
        }
    }

    /// Adds to an entry, and so to its mirror image.
    pub(super) fn add(&mut self, row: usize, column: usize, number: f64) {
        let (row, column) = (row.max(column), row.min(column));
        self.entries[row * self.size + column] += number;
    }

    /// An entry of the diagonal.
    pub(super) fn diagonal(&self, at: usize) -> f64 {
        self.entries[at * self.size + at]
    }

    /// Its Cholesky decomposition L Lᵀ. A pivot that rounding has left without a
    /// positive value gets a tiny one.
    pub(super) fn factor(mut self) -> Factor {
        let size = self.size;
        for row in 0..size {
            let (above, this) = self.entries.split_at_mut(row * size);
            for column in 0..row {
                let other = &above[column * size..][..=column];
                let sum = dot(&this[..column], &other[..column]);
                this[column] = (this[column] - sum) / other[column];
            }
            let whole = this[row];
            let pivot = whole - dot(&this[..row], &this[..row]);
            this[row] = pivot
                .max(whole * f64::EPSILON)
                .max(f64::MIN_POSITIVE)
                .sqrt();
        }
        Factor(self)
    }
}

/// A matrix's decomposition.
#[derive(Clone, Debug)]
pub(super) struct Factor(Matrix);

impl Factor {
    /// Solves the equations for a right side.
    pub(super) fn solve(&self, right: &[f64]) -> Vec<f64> {
        let Matrix { size, entries } = &self.0;
        let mut result = right.to_vec();
        for row in 0..*size {
            let line = &entries[row * size..][..=row];
            result[row] = (result[row] - dot(&line[..row], &result[..row])) / line[row];
        }
        for row in (0..*size).rev() {
            let line = &entries[row * size..][..=row];
            result[row] /= line[row];
            let found = result[row];
            for (result, entry) in result[..row].iter_mut().zip(line) {
                *result -= entry * found;
            }
        }
        result
    }
}

/// The sum of the products.
pub(super) fn dot(one: &[f64], other: &[f64]) -> f64 {
    one.iter().zip(other).map(|(one, other)| one * other).sum()
}
